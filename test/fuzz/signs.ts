/** What readers of outside bytes are fed with to see how many steps they take. */
import { AWKWARD_SIGNS } from '../support/steps.ts';

/** Signs of grammars that are not SIP's, and what a class of letters or digits goes over. */
export const SIGNS = [...AWKWARD_SIGNS, '0', 'a', '.', '-', '%', '+', '&', '[', '{', "'", '!', '/', 'ä'];
