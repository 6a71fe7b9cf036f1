/** Files whose text is what an import gives: Jest and the bundler read them as they are. */
declare module '*.md' {
  const text: string;
  // eslint-disable-next-line no-restricted-syntax -- esbuild gives the text of a file no other name
  export default text;
}

declare module '*.css' {
  const text: string;
  // eslint-disable-next-line no-restricted-syntax -- as above
  export default text;
}

declare module '*.browser.js' {
  const text: string;
  // eslint-disable-next-line no-restricted-syntax -- as above
  export default text;
}
