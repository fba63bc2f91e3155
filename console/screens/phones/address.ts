/**
 * How the address of the console and the API name a handset: by its number, or by its id where the number is masked. Pure.
 */
import type { ListedHandset } from './handset.ts';

export function addressOf({ id, phone_number: number }: Pick<ListedHandset, 'id' | 'phone_number'>): string {
  return /^\d+$/.test(number) ? number : id;
}
