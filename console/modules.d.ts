/** What the build makes of files that are no TypeScript (scripts/console-bundle.mjs). */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

declare module '*.css';

/** Every style of the console. */
declare module 'console:styles';
