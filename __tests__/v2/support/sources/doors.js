/** The two doors of the sources, as `dist/doors.js` has them: Node strips the types. */
export { openActionDoor, openTerminalDoor } from '../../../../src/v2/doors.ts';
