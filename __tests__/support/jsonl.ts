import { readFileSync } from 'node:fs';

/** The records of a file of JSON lines. */
export function jsonl<Record_>(file: string): Record_[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record_);
}
