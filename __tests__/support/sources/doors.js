/** The two doors of the sources, as `dist/doors.js` has them: Node strips the types. */
import '../jest/resolve.mjs';

export const { openActionDoor, openTerminalDoor } = await import('../../../src/doors.ts');
