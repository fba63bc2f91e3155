/**
 * The console's first script: puts the application on the page.
 */
import 'console:styles';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { readTheme, showTheme } from './app/theme.ts';

showTheme(readTheme());
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
