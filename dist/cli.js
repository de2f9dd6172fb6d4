#!/usr/bin/env node
if (Number.parseInt(process.versions.node, 10) < 22) {
  console.error('sensitivity needs Node 22 or newer, and this is Node ' + process.versions.node + ': patterns of files do not work here.');
}
const { terminal } = await import('./doors.js');
await terminal();
