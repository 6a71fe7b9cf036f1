import { runTool } from '../../kit/command-line/run-tool';
import { operate } from './operate';
import { helpOf } from './usage';

await runTool(
  ([command]) => helpOf(command),
  async (args) => {
    const { output, failed } = await operate(args, process.env);
    console.log(output);
    if (failed) process.exitCode = 1;
  },
);
