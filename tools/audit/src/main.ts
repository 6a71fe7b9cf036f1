import { audit } from './audit';
import { exitCode, findingsTable } from './findings-table';
import { auditOptions, USAGE } from './options';

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(USAGE);
else {
  try {
    const findings = await audit(auditOptions(args, process.env));
    for (const line of findingsTable(findings)) console.log(line);
    process.exitCode = exitCode(findings);
    const verdicts = ['no difference', 'there are differences', 'some checks could not compare'];
    console.log(`audit: ${verdicts[process.exitCode] ?? ''}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
