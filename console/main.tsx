/**
 * The console's first script: puts the application on the page.
 */
import 'console:styles';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) createRoot(root).render(<main>Trunkline</main>);
