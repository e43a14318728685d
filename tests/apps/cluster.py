"""cluster.py: private servers of a test: Slurm with one node, and sshd. Each gives the variables that its clients need, or None where it
is not installed or the test has not the rights."""
import contextlib
import os
import shutil
import socket
import subprocess
import time

START_S = 60
SLURM = """ClusterName=gloam
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
SSHD = """Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(('127.0.0.1', 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def succeeds(command, env=None):
    """Whether a command succeeds within START_S seconds."""
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        if subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                          check=False).returncode == 0:
            return True
        time.sleep(0.3)
    return False


@contextlib.contextmanager
def running(commands, env=None):
    servers = []
    try:
        for command, ready in commands:
            servers.append(subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL))
            if not succeeds(ready, env):
                raise RuntimeError(f'{command[0]} does not start')
        yield
    finally:
        for server in reversed(servers):
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


@contextlib.contextmanager
def slurm(folder):
    """slurmctld and slurmd, which need root, and a munged for them."""
    if os.getuid() or not all(shutil.which(name) for name in ('munged', 'slurmctld', 'slurmd', 'sbatch', 'sinfo')):
        yield None
        return
    host, conf, munge = socket.gethostname().split('.')[0], f'{folder}/slurm.conf', f'{folder}/munge.socket'
    for name in ('state', 'spool'):
        os.mkdir(f'{folder}/{name}')
    with open(conf, 'w', encoding='utf-8') as file:
        file.write(SLURM.format(host=host, folder=folder, ports=free_ports(2)))
    with open(f'{folder}/munge.key', 'wb') as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(os.urandom(128))
    env = dict(os.environ, SLURM_CONF=conf)
    commands = [(['munged', '--foreground', '--force', f'--socket={munge}', f'--key-file={folder}/munge.key',
                  f'--pid-file={folder}/munged.pid', f'--log-file={folder}/munged.log', f'--seed-file={folder}/munged.seed'],
                 ['munge', '-n', '-S', munge]),
                (['slurmctld', '-D', '-f', conf], ['sinfo']),
                (['slurmd', '-D', '-f', conf, '-N', host], ['sh', '-c', 'sinfo -h -o %T | grep -q idle'])]
    with running(commands, env):
        yield env


@contextlib.contextmanager
def ssh_hosts(folder, variables):
    """The list for HOSTS of examples/tiles.sh: one machine under two names. variables: those that its programs need."""
    program = shutil.which('sshd') or '/usr/sbin/sshd'
    if os.getuid() or not os.path.exists(program) or not all(shutil.which(name) for name in ('ssh', 'ssh-keygen')):
        yield None
        return
    for name in ('host', 'user'):
        subprocess.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', f'{folder}/{name}'], check=True)
    port, = free_ports(1)
    with open(f'{folder}/sshd_config', 'w', encoding='utf-8') as file:
        file.write(SSHD.format(port=port, folder=folder))
        file.write('SetEnv ' + ' '.join(f'{name}={os.environ[name]}' for name in variables if name in os.environ) + '\n')
    os.makedirs('/run/sshd', exist_ok=True)
    client = (f'ssh -p {port} -i {folder}/user -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null '
              '-o LogLevel=ERROR')
    with running([([program, '-D', '-f', f'{folder}/sshd_config'], [*client.split(), '127.0.0.1', 'true'])]):
        yield dict(os.environ, HOSTS=','.join(f'1/{client} {name}' for name in ('127.0.0.1', 'root@127.0.0.1')))
