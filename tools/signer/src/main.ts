import { runTool } from '../../kit/command-line/run-tool';
import { runSigner, USAGE } from './run-signer';

await runTool(USAGE, runSigner);
