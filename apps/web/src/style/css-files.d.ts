/** The bundler takes a style sheet that is imported for its rules. */
declare module '*.css';
