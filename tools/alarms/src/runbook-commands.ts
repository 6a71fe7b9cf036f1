import { PROGRAMS } from '@exchange/core/kernel';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BLOCK = /^```sh\n([^]*?)^```$/gm;
/** What every service, and the remote signer, answers on its internal port. */
const INTERNAL_PATHS = ['/health/live', '/health/ready', '/metrics', '/alarms'];

/** The lines of the shell blocks of a page that are commands, without their comments. */
export const shellCommands = (markdown: string): readonly string[] =>
  [...markdown.matchAll(BLOCK)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
      .filter((line) => line !== ''),
  );

/** The name of a service's internal address in the runbooks: `SETTLEMENT_SERVICE`. */
export const addressName = (service: string): string => service.toUpperCase().replaceAll('-', '_');

/** What is wrong with a command of ours: its program, an option or an address isn't there; undefined if nothing is. */
export function commandFault(command: string): string | undefined {
  const [, script, scriptArgs = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
  if (script !== undefined) return scriptFault(script, scriptArgs);
  const [, tool, toolArgs = ''] = /^node tools\/run\.mjs (\S+) ?(.*)$/.exec(command) ?? [];
  if (tool !== undefined) return toolFault(tool, toolArgs, `the tool ${tool}`);
  const [, file] = /^node (\S+\.mjs)/.exec(command) ?? [];
  if (file !== undefined && !existsSync(file)) return `there is no ${file}`;
  const [, address, internalPath = ''] = /^curl .*"\$([A-Z_]+)(\/[\w/-]+)"/.exec(command) ?? [];
  return address === undefined ? undefined : addressFault(address, internalPath);
}

function scriptFault(name: string, args: string): string | undefined {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const program = scripts[name];
  if (program === undefined) return `package.json has no script ${name}`;
  const [, tool] = /^node tools\/run\.mjs (\S+)/.exec(program) ?? [];
  return tool === undefined ? undefined : toolFault(tool, args, `npm run ${name}`);
}

function toolFault(tool: string, args: string, shown: string): string | undefined {
  const folder = `tools/${tool}/src`;
  if (!existsSync(folder)) return `there is no tool ${tool}`;
  const source = [folder, 'tools/kit/command-line']
    .flatMap((one) =>
      readdirSync(one, { recursive: true, encoding: 'utf8' }).map((file) => path.join(one, file)),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const options = args.match(/(?<=^|\s)--[a-z-]+/g) ?? [];
  const lacking = options.find((option) => !new RegExp(`${option}\\b`).test(source));
  return lacking === undefined ? undefined : `${shown} has no option ${lacking}`;
}

function addressFault(address: string, internalPath: string): string | undefined {
  if (!PROGRAMS.some((service) => addressName(service) === address)) return `no service is called ${address}`;
  return INTERNAL_PATHS.includes(internalPath) ? undefined : `a service has no ${internalPath}`;
}
