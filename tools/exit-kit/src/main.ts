import { runTool } from '../../kit/command-line/run-tool';
import { say } from '../../kit/command-line/say';
import { carryOut } from './script/carry-out';
import { readCommand, USAGE } from './script/options';

await runTool(USAGE, (args) => carryOut(readCommand(args), say));
