#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error('sensitivity needs Node 22.12 or newer, and this is Node ' + process.versions.node + '.');
  process.exitCode = 2;
} else {
  const { openTerminalDoor } = await import('./doors.js');
  await openTerminalDoor();
}
