#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 22) {
  console.error('sensitivity needs Node 22 or newer, and this is Node ' + process.versions.node + '.');
  process.exitCode = 2;
} else {
  const { openTerminalDoor } = await import('./doors.js');
  await openTerminalDoor();
}
