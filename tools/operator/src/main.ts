import { runTool } from '../../kit/command-line/run-tool';
import { signedIn } from '../../kit/operator/sign-in';
import { actingPerson } from './acting-person';
import type { Answered } from './answered';
import { act, COMMANDS } from './commands';
import { helpOfAction } from './help';
import { login, logout } from './login';
import { type OperatorOptions, operatorOptions } from './options';
import { helpOf, isCommand } from './usage';

async function answer(options: OperatorOptions): Promise<Answered> {
  const [command = '', about] = options.words;
  const desk = () => signedIn(options.place, actingPerson(options));
  if (!isCommand(command)) return act(await desk(), options);
  switch (command) {
    case 'help':
      return about === undefined || isCommand(about) ? textOf(about) : helpOfAction(await desk(), about);
    case 'login':
      return login(options);
    case 'logout':
      return logout(options);
    default:
      return COMMANDS[command](await desk(), options);
  }
}

const textOf = (command: string | undefined): Answered => ({
  value: helpOf(command),
  lines: [helpOf(command)],
});

await runTool(
  ([command]) => helpOf(command),
  async (args) => {
    const options = operatorOptions(args, process.env);
    const { value, lines, failed = false } = await answer(options);
    console.log(options.json ? JSON.stringify(value, null, 2) : lines.join('\n'));
    if (failed) process.exitCode = 1;
  },
);
