const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.log('::error::' + 'sensitivity needs Node 22.12 or newer, and this is Node ' + process.versions.node + '.');
  process.exitCode = 1;
} else {
  const { openActionDoor } = await import('./doors.js');
  await openActionDoor();
}
