import { signedIn } from '../../kit/operator/sign-in';
import { actingPerson } from './acting-person';
import type { Answered } from './answered';
import { act, COMMANDS } from './commands';
import { helpOfAction } from './help';
import { login, logout, showCode } from './login';
import { type OperatorOptions, operatorOptions } from './options';
import { helpOf, isCommand } from './usage';

/** What a command line comes to, as it is printed. `failed`: the process ends with 1. Throws what was refused. */
export async function operate(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly output: string; readonly failed: boolean }> {
  const options = operatorOptions(args, env);
  const { value, lines, failed = false } = await answer(options);
  return { output: options.json ? JSON.stringify(value, null, 2) : lines.join('\n'), failed };
}

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
    case 'code':
      return showCode(options);
    default:
      return COMMANDS[command](await desk(), options);
  }
}

const textOf = (command: string | undefined): Answered => ({
  value: helpOf(command),
  lines: [helpOf(command)],
});
