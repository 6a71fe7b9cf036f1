import { runTool } from '../../kit/command-line/run-tool';
import { signedIn } from '../../kit/operator/sign-in';
import { act, type Answered, COMMANDS } from './commands';
import { login, logout } from './login';
import { type OperatorOptions, operatorOptions, USAGE } from './options';

async function answer(options: OperatorOptions): Promise<Answered> {
  const [command = ''] = options.words;
  if (command === 'login') return login(options);
  if (command === 'logout') return logout(options);
  const desk = await signedIn(options.place, options.person);
  return (COMMANDS.get(command) ?? act)(desk, options);
}

await runTool(USAGE, async (args) => {
  const options = operatorOptions(args, process.env);
  const { value, lines, failed = false } = await answer(options);
  console.log(options.json ? JSON.stringify(value, null, 2) : lines.join('\n'));
  if (failed) process.exitCode = 1;
});
