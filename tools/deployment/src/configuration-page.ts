import { APP_SETTINGS, INIT_SETTINGS, SIGNER_SETTINGS } from './settings';

const HEAD = `# Configuration

Written by \`node tools/run.mjs deployment\` from each app's \`src/config.ts\`, and held against it, docker-compose.yml and k8s/ by a
test. Every variable may be set:

- in containers on one machine: in \`.env\` or the shell;
- on Kubernetes: an overlay merges it into the ConfigMap that is called as the app is, or into \`exchange\` what is the same for all:

  \`\`\`yaml
  configMapGenerator:
    - name: account-service
      behavior: merge
      literals:
        - LOGIN_DOMAIN=exchange.example.org
  \`\`\`

  Only the apps that read the map restart, since its name holds a hash of what it says;
- with \`npm start\`: in the shell, but for what the launcher itself must know (ports, addresses, keys).

A secret \`NAME\` may come from a file instead, whose path is \`NAME_FILE\`. A list is separated by commas. An empty text counts as none.
A wrong configuration ends the process with all that is wrong with it. Names of users and engines are given by the workloads.

The key of a role of the contract comes from one place: from \`SETTLER_KEY\` on development chains only, from a keystore, or it lies
with a remote signer; so for each role ([keys](runbooks/keys.md)). settlement-service may have several, each in a file of
\`SETTLER_KEY_FILES\`.
`;

/** docs/configuration.md. */
export function configurationPage(): string {
  const apps = Object.entries(APP_SETTINGS).map(([app, config]) => `## ${app}\n\n${config.reference()}`);
  const init = Object.entries(INIT_SETTINGS).map(
    ([commands, configs]) => `### ${commands}\n\n${configs.map((config) => config.reference()).join('\n')}`,
  );
  const signer = `## signer\n\nRun by \`npm run signer\` ([keys](runbooks/keys.md)).\n\n${SIGNER_SETTINGS.reference()}`;
  return [HEAD, ...apps, signer, '## init\n', ...init].join('\n');
}
