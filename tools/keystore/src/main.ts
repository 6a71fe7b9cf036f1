import { runTool } from '../../kit/command-line/run-tool';
import { runKeystore, USAGE } from './run-keystore';

await runTool(USAGE, runKeystore);
