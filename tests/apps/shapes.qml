// Shapes, a gradient, a clipped and translucent item, and text for Qt Quick.
import QtQuick 2.0

Rectangle {
   width: 400; height: 300; color: "steelblue"
   Rectangle {
      x: 40; y: 30; width: 200; height: 150; radius: 20; rotation: 20; antialiasing: true; border.width: 4; border.color: "white"
      gradient: Gradient { GradientStop { position: 0; color: "red" } GradientStop { position: 1; color: "yellow" } }
   }
   Item {
      x: 220; y: 40; width: 120; height: 120; clip: true; rotation: 30; opacity: 0.6; layer.enabled: true
      Rectangle { x: 40; y: 40; width: 120; height: 120; radius: 60; color: "darkgreen" }
   }
   Text { x: 40; y: 200; text: "OpenGL"; font.pixelSize: 60; color: "white"; style: Text.Outline; styleColor: "black" }
}
