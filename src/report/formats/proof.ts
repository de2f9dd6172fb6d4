/** The findings of `sensitivity prove`: in a terminal, in the summary of a job, and as a page. */
import type { MeasuredProof } from '../../engine/proof/proof.ts';
import { proofSentences, proofTable } from '../story/proof.ts';
import { shortName } from '../story/truncate.ts';
import { github, web } from './escape.ts';
import { cell, numericCell, paragraphs, table } from './github-html.ts';
import { joinSections, paintText, wrapText, type TerminalOptions } from './layout.ts';
import { PAGE_STYLE } from './page/style.ts';
import { proofPicture } from './proof-picture.ts';
import { tableLines } from './terminal-blocks.ts';

export function proofInWords(proof: MeasuredProof, options: TerminalOptions): string {
  const [headSentence = '', ...furtherSentences] = proofSentences(proof);
  const name = shortName(`${proof.model.hub}/${proof.model.name}`);
  return joinSections([
    [paintText('bold', `sensitivity prove: ${name}`, options)],
    wrapText(headSentence, options, 0),
    tableLines(proofTable(proof.gate), options, Infinity),
    wrapText(furtherSentences, options, 0),
  ]);
}

export function proofHtml(proof: MeasuredProof): string {
  const [headSentence = '', ...furtherSentences] = proofSentences(proof);
  const { columns, rows } = proofTable(proof.gate);
  // Names of faults and figures are ours: `web` shows them without code.
  const cellRows = rows.map(({ cells: [fault = '', ...figures] }) => [
    cell(web`${fault}`),
    ...figures.map((figure) => numericCell(web`${figure}`)),
  ]);
  const names = columns.map(({ name }) => name);
  const lines = [
    github`<h2>${headSentence}</h2>`,
    table(names, cellRows),
    ...paragraphs(furtherSentences),
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders the page of a proof. It loads nothing and runs no script. */
export function proofPage(proof: MeasuredProof): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sensitivity: what this gate catches</title>
<style>${PAGE_STYLE}</style>
<main><section class="card">
${proofHtml(proof)}${proofPicture(proof)}
</section></main>
</html>
`;
}
