import { runTool } from '../../kit/command-line/run-tool';
import { say } from '../../kit/command-line/say';
import { closeChain, openChain } from '../../kit/chain/open-chain';
import { type ConfigFile, readConfig } from './config-file';
import { deploy } from './deploy';
import { readOptions, USAGE, type DeployOptions } from './options';
import { readFileSync } from 'node:fs';
import { verify } from './verify';

function configIn(file: string): ConfigFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the file of roles ${file} can't be read`);
  }
  return readConfig(text);
}

async function run(options: DeployOptions): Promise<void> {
  const config = configIn(options.config);
  const provider = await openChain(options.rpc);
  try {
    const { chainId } = await provider.getNetwork();
    if (Number(chainId) !== config.chainId) {
      throw new Error(
        `the node is of chain ${chainId}, and ${options.config} is for chain ${config.chainId}`,
      );
    }
    await (options.verify ? verify : deploy)({ options, config, provider, say });
  } finally {
    await closeChain(provider);
  }
}

await runTool(USAGE, (args) => run(readOptions(args)));
