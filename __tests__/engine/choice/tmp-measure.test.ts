import { it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { parseOptions } from '../../../src/engine/choice/options.js';
import { readChoice } from '../../../src/engine/choice/read.js';
import { unreadable } from './answers.js';
it('m', async () => {
  const file = process.env.SET ?? 'fresh-one';
  const mod = await import(`./${file}.ts`);
  const set: any[] = Object.values(mod).flat().filter((w: any) => w.options);
  const c = { readable: 0, unreadable: 0, wrong: 0, refused: 0, guessed: 0 };
  const out: string[] = [];
  for (const w of set) {
    const r: any = readChoice(w.answer, parseOptions(w.options));
    const line = () => JSON.stringify(w.options.slice(0, 40)) + ' ' + JSON.stringify(w.answer) + ' -> ' + (r.label ?? r.unreadable) + ' expected ' + String(w.expected);
    if (w.expected === unreadable) { c.unreadable++; if ('label' in r) { c.guessed++; out.push('GUESS ' + line()); } }
    else { c.readable++; if (!('label' in r)) { c.refused++; out.push('REFUSED ' + line()); } else if (r.label !== w.expected) { c.wrong++; out.push('WRONG ' + line()); } }
  }
  writeFileSync('/tmp/measure.txt', JSON.stringify(c) + '\n' + out.sort().join('\n') + '\n');
});
