import { ALARM_CODES, alarmOf } from '@exchange/core/kernel';

const INTRODUCTION = `# Alarms

Every alarm that a service can raise: a line of its log at level \`error\` or \`fatal\` whose \`alarm\` is the code, and \`alarms_total{code}\`
at \`/metrics\`. \`/alarms\` beside it tells the last fifty since the process began. This page is made from the list in the code by
\`node tools/run.mjs alarms\`.

- **page**: somebody is woken. **ticket**: it is looked at on the next working day.
- **event**: it happened, and is said once. **state**: it is said at once and again each minute, and has ended when it is said no more.
  **end**: the process ends with it, so only its log and its new start tell.

What to look at and do, with commands, is behind the link of each code.
`;

/** The page of all alarms, in Markdown. */
export function alarmsPage(): string {
  const rows = ALARM_CODES.map((code) => {
    const { severity, lasts, raisedBy, means, act, page } = alarmOf(code);
    const cells = [`[\`${code}\`](${page}#${code})`, severity, lasts, raisedBy.join(', '), means, act];
    return `| ${cells.join(' | ')} |`;
  });
  const head = [
    '| alarm | severity | lasts | raised by | means | first |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  return [INTRODUCTION, ...head, ...rows, ''].join('\n');
}
