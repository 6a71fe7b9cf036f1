import { runTool } from '../../kit/command-line/run-tool';
import { audit } from './audit';
import { exitCode, findingsTable } from './findings-table';
import { auditOptions, USAGE } from './options';

const VERDICTS = ['no difference', 'there are differences', 'some checks could not compare'] as const;
const COULD_NOT_COMPARE = 2;

await runTool(
  USAGE,
  async (args) => {
    const findings = await audit(auditOptions(args, process.env));
    for (const line of findingsTable(findings)) console.log(line);
    const code = exitCode(findings);
    process.exitCode = code;
    console.log(`audit: ${VERDICTS[code]}`);
  },
  COULD_NOT_COMPARE,
);
