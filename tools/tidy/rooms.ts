/** Rules about the whole repository: which rooms every app and every lib has. */
import type { SourceFile } from './rules';

const holdsNothing = /-gateway$/;
const staticPages = new Set(['web']);

const folders = (files: readonly SourceFile[], pattern: RegExp): string[] => [
  ...new Set(files.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])),
];

/** Every app has main.ts, its module, config.ts, inbox/ and its room card; those with state have persistence/ too. */
export function appsHaveTheirRooms(files: readonly SourceFile[]): string[] {
  const paths = files.map(({ path }) => path);
  return folders(files, /^apps\/([^/]+)\//)
    .filter((app) => !staticPages.has(app))
    .flatMap((app) => {
      const rooms = [
        'README.md',
        'project.json',
        'src/main.ts',
        `src/${app}.module.ts`,
        'src/config.ts',
        'src/inbox/',
      ];
      if (!holdsNothing.test(app)) rooms.push('src/persistence/');
      return rooms
        .map((room) => `apps/${app}/${room}`)
        .filter((room) => !paths.some((path) => (room.endsWith('/') ? path.startsWith(room) : path === room)))
        .map((room) => `${room} is missing`);
    });
}

/** Every lib says what it is: in a README or in a doc comment at the head of its index.ts. */
export function libsSayWhatTheyAre(files: readonly SourceFile[]): string[] {
  return folders(files, /^(libs\/.+)\/project\.json$/)
    .filter((lib) => {
      const index = files.find(({ path }) => path === `${lib}/src/index.ts`);
      return (
        !files.some(({ path }) => path === `${lib}/README.md`) && !index?.text.trimStart().startsWith('/**')
      );
    })
    .map((lib) => `${lib} has neither a README.md nor a doc comment at the head of src/index.ts`);
}

/** Every dependency is pinned to one version. */
export function dependenciesArePinned(files: readonly SourceFile[]): string[] {
  const manifest = files.find(({ path }) => path === 'package.json');
  if (!manifest) return ['package.json is missing'];
  const { dependencies, devDependencies } = JSON.parse(manifest.text) as Record<
    string,
    Record<string, string>
  >;
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned: ${version}`);
}
