import { UNNAMED_MODEL } from '../config/resolve.ts';
import { CONFIG_NAME } from '../convert/assemble.ts';
import { convert } from '../convert/convert.ts';
import type { NotConverted } from '../convert/notes.ts';
import { sourceFilesOf, readSource } from '../convert/source-files.ts';
import { validate } from '../run/validate.ts';
import { wayInside } from '../path-safety.ts';
import { asRecord } from '../json.ts';
import { boldLines, wrapText } from '../report/formats/layout.ts';
import { evaluateOptions } from './evaluate-options.ts';
import { type CommandLine, type Terminal } from './command.ts';
import { checkOption, hubProblem } from './known-names.ts';
import { nameOptions } from './option-names.ts';
import { SCHEMA } from './init/publisher.ts';
import { usageError, type Options } from './options.ts';
import { writeFiles } from './write-files.ts';
import path from 'node:path';

const MAX_PLACES = 3;

export async function runConvert(
  { options, words: [name = ''] }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { root, printLines, printJson, layout } = terminal;
  const { hub, model, force, json } = options;
  const folder = outputFolder(options, root);
  checkOption('hub', hub, hubProblem);
  const pathOf = (file: string) => path.posix.join(folder, file);
  const conversion = await convert({
    text: await readSource(root, name),
    name,
    sourceFiles: await sourceFilesOf(root, name),
    hub,
    model,
    pathOf,
    schema: SCHEMA,
  });
  const files = conversion.files.map((file) => ({ name: pathOf(file.name), text: file.text }));
  refuseOverwriting(name, files, root);
  const alternative = 'name another folder with --output';
  await writeFiles(files, { root, force, command: 'convert', alternative });

  const config = pathOf(CONFIG_NAME);
  // The user still has to name the model, which is no fault of the conversion.
  const isUnnamed = asRecord(conversion.config.model).name === UNNAMED_MODEL;
  const optionsToCheck = { ...options, config, model: isUnnamed ? 'model' : undefined };
  const corrections = await correctionsOf(optionsToCheck, terminal);
  const report: ConversionReport = {
    format: conversion.format,
    config,
    files: files.map((file) => file.name),
    rows: conversion.data.length,
    refusals: conversion.refusals.length,
    left_out: [...conversion.left_out, ...corrections].map((item) => ({
      ...item,
      why: nameOptions(item.why),
      instead: nameOptions(item.instead),
    })),
  };
  if (json) printJson(report);
  else printLines(conversionLines(report, layout));
  return 0;
}

/** @throws ConfigError if a file would take the place of the one to convert */
function refuseOverwriting(source: string, files: readonly { name: string }[], root: string): void {
  const sourcePath = path.resolve(root, source);
  if (!files.some(({ name }) => path.resolve(root, name) === sourcePath)) return;
  throw usageError(
    `${source} is the file to convert, and is not overwritten`,
    'Name another folder with --output.',
  );
}

function outputFolder({ output }: Options, root: string): string {
  const folder = wayInside(root, path.resolve(root, output));
  if (folder !== undefined) return folder;
  throw usageError(
    `--output ${output} leads out of this folder`,
    'Name a folder below it: the paths of the configuration begin here.',
  );
}

/** Lists the problems of the written files that keep a run from starting. */
async function correctionsOf(options: Options, terminal: Terminal): Promise<NotConverted[]> {
  const optionsToCheck = { ...options, hub: undefined, data: undefined };
  const { problems } = await validate(await evaluateOptions(optionsToCheck, terminal));
  return problems.map(({ where = options.config, message, remedy }) => ({
    what: 'to correct',
    places: [where],
    why: message,
    instead: remedy,
  }));
}

interface ConversionReport {
  format: string;
  config: string;
  files: readonly string[];
  rows: number;
  refusals: number;
  left_out: readonly NotConverted[];
}

function conversionLines(
  { format, config, files, rows, refusals, left_out }: ConversionReport,
  layout: Terminal['layout'],
): string[] {
  const head = `Wrote ${files.join(', ')} from ${format}: ${rows} rows, and ${refusals} to be answered or refused.`;
  const lines = boldLines(head, layout);
  lines.push('', left_out.length === 0 ? 'All of it is converted.' : 'Not converted:');
  for (const { what, places, why, instead } of left_out) {
    const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : '';
    const placesLine = `${places.slice(0, MAX_PLACES).join(', ')}${more}: ${what}`;
    lines.push('', ...wrapText(placesLine, layout));
    lines.push(...wrapText(`${why}.`, layout, 4), ...wrapText(`→ ${instead}`, layout, 4));
  }
  lines.push('', `Next: sensitivity plan --config ${config}`);
  return lines;
}
