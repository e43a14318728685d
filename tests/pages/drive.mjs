// Draws pages in one Chromium and takes a picture of each.
//
//   node drive.mjs LIBRARIES PICTURES AGAIN NAME...     LIBRARIES: the folder that has node_modules/; AGAIN: see page.js
//
// The EGL vendor comes from the environment. Each page prints a line of JSON: {page, times, renderers, messages, error}. `messages` are
// errors and warnings of the console. A page that fails gets its browser replaced, so that the next one starts with a new GPU process.

import {createReadStream, mkdtempSync, rmSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, extname, join, normalize} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const PAGE_TIMEOUT_MS = 120_000;
const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json'};

// Chromium asks for hosts of its vendor when it starts; there may be no network.
const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=gles-egl', '--ignore-gpu-blocklist', '--hide-scrollbars', '--disable-quic',
   '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu-watchdog',
   '--force-color-profile=srgb', '--enable-logging=stderr'];

// A read of pixels in the middle of a frame is what the pages do to measure; Chromium warns of it.
const EXPECTED_MESSAGES = /GPU stall due to ReadPixels/;

const [libraries, pictures, again, ...names] = process.argv.slice(2);
const puppeteer = (await import(pathToFileURL(createRequire(join(libraries, 'package.json')).resolve('puppeteer-core')))).default;

/** Serves this folder, and LIBRARIES/node_modules as /node_modules, on a free port of 127.0.0.1. */
async function serve() {
   const server = createServer(async (request, response) => {
      const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
      const file = join(path.startsWith('/node_modules/') ? libraries : HERE, path);
      const found = await stat(file).then(entry => entry.isFile(), () => false);
      response.writeHead(found ? 200 : 404, {'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream'});
      if (found)
         createReadStream(file).pipe(response);
      else
         response.end();
   });
   await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
   return server;
}

async function launch(log) {
   const profile = mkdtempSync(join(tmpdir(), 'gloam-pages-'));
   const env = {...process.env, HOME: profile, XDG_RUNTIME_DIR: profile};
   delete env.DISPLAY;
   delete env.WAYLAND_DISPLAY;
   const browser = await puppeteer.launch({executablePath: '/usr/bin/chromium', headless: true, args: FLAGS, env, pipe: true,
      userDataDir: join(profile, 'profile'), defaultViewport: {width: 400, height: 300}, protocolTimeout: PAGE_TIMEOUT_MS * 2});
   browser.process().stderr.on('data', data => log.push(String(data)));
   return {browser, close: async () => {
      await browser.close().catch(() => browser.process().kill('SIGKILL'));
      rmSync(profile, {recursive: true, force: true, maxRetries: 5});
   }};
}

/** The outcome of a page, with `messages` and, if it failed, `error`. */
async function draw(browser, address, name) {
   const page = await browser.newPage(), messages = [];
   page.on('console', message => {
      if (['error', 'warn', 'warning', 'assert'].includes(message.type()) && !EXPECTED_MESSAGES.test(message.text()))
         messages.push(`${message.type()}: ${message.text()}`);
   });
   page.on('pageerror', error => messages.push(`exception: ${error.message}`));
   page.on('requestfailed', request => messages.push(`request failed: ${request.url()}`));
   try {
      await page.goto(`${address}/page.html?scene=${name}&again=${again}`);
      await page.waitForFunction('window.outcome', {timeout: PAGE_TIMEOUT_MS, polling: 50});
      const outcome = await page.evaluate('window.outcome');
      await page.screenshot({path: join(pictures, name + '.png')});
      return {...outcome, messages};
   } catch (error) {
      return {error: error.message, messages};
   } finally {
      await page.close().catch(() => {});
   }
}

const server = await serve();
const address = `http://127.0.0.1:${server.address().port}`;
let log = [], session = await launch(log);
for (const name of names) {
   const outcome = await draw(session.browser, address, name);
   if (log.join('').includes('GPU process exited unexpectedly'))
      outcome.error = 'the GPU process ended' + (outcome.error ? `; ${outcome.error}` : '');
   console.log(JSON.stringify({page: name, ...outcome, log: outcome.error ? log.join('').split('\n').slice(-20).join('\n') : ''}));
   if (outcome.error) {
      await session.close();
      log = [];
      session = await launch(log);
   }
}
await session.close();
server.close();
