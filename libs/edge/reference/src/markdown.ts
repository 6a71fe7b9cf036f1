import type { Chapter, Section, PageTable } from './section';

/** A chapter as a page of docs/interface. */
export function markdownPage({ title, text, sections }: Chapter): string {
  const head = `# ${title}\n\n<!-- Written by \`node tools/run.mjs reference\` from the schemas; do not edit. -->\n\n${text}\n`;
  return [head, ...sections.map(sectionText)].join('\n');
}

function sectionText({ title, text, tables, example }: Section): string {
  const parts = [`## ${title}`, ...text, ...tables.map(tableText)];
  if (example !== undefined) parts.push(`\`\`\`json\n${example}\n\`\`\``);
  return `${parts.join('\n\n')}\n`;
}

function tableText({ head, rows }: PageTable): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
