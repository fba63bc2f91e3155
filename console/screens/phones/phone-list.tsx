/**
 * All phones as a list, beside the one that is open.
 */
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import { addressOf } from './address.ts';
import { NumberText } from './number.tsx';
import styles from './phone-list.module.css';
import { useHandsetList } from './use-handsets.ts';

export function PhoneList({ chosen }: { readonly chosen: string }) {
  const list = useHandsetList();
  const handsets = list.data?.handsets ?? [];
  return (
    <nav className={styles.list} aria-label="Phones">
      {handsets.length === 0 && <p className={styles.none}>No phone has got anything yet.</p>}
      <ul>
        {handsets.map((handset) => {
          const { id, phone_number: number, last_on: at, calls_under_way: underWay } = handset;
          const address = addressOf(handset);
          return (
            <li key={id}>
              <Link
                className={styles.entry}
                to={`/phones/${address}`}
                aria-current={address === chosen ? 'page' : undefined}
              >
                <NumberText number={number} />
                {underWay > 0 && <Badge tone="accent">call</Badge>}
                <small>
                  <Time at={at} isRelative />
                </small>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
