if (Number.parseInt(process.versions.node, 10) < 22) {
  console.log('::error::' + 'sensitivity needs Node 22 or newer, and this is Node ' + process.versions.node + '.');
  process.exitCode = 1;
} else {
  const { openActionDoor } = await import('./doors.js');
  await openActionDoor();
}
