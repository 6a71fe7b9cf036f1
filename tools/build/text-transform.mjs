/** For Jest: a file whose text is what an import gives, as the bundler has it. */
export default {
  process: (source) => ({ code: `export default ${JSON.stringify(source)};\n` }),
};
