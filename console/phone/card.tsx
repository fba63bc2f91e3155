/**
 * A card as a phone draws it, and a carousel of cards to look through.
 */
import { classes } from '../ui/classes.ts';
import { CardButtons, type Pressing } from './buttons.tsx';
import styles from './card.module.css';
import { countedCards, type PhoneCard, type PhoneContent } from './content.ts';
import { Media } from './media.tsx';
import { SCROLLS } from './scrolls.ts';

export function Cards({ content, ...pressing }: Pressing & { readonly content: PhoneContent }) {
  const cards = countedCards(content);
  const { card, carousel } = content;
  if (!carousel) {
    return cards.map(({ card: each, first }) => (
      <Card
        key={first}
        card={each}
        first={first}
        isBeside={card?.orientation === 'HORIZONTAL' && each.media_url !== undefined}
        {...pressing}
      />
    ));
  }
  return (
    <section className={styles.carousel} aria-label={`${cards.length} cards`} {...SCROLLS}>
      {cards.map(({ card: each, first, place }) => (
        <div key={place} className={classes(styles.slide, carousel.width === 'SMALL' && styles.small)}>
          <Card card={each} first={first} {...pressing} />
        </div>
      ))}
    </section>
  );
}

interface CardProps extends Pressing {
  readonly card: PhoneCard;
  readonly first: number;
  readonly isBeside?: boolean;
}

function Card({ card, first, isBeside = false, ...pressing }: CardProps) {
  const { title, description, media_url: url, media_height: height } = card;
  return (
    <article className={styles.card}>
      <div className={isBeside ? styles.side : undefined}>
        {url !== undefined && <Media url={url} height={height} isBeside={isBeside} />}
        {(title ?? description) !== undefined && (
          <div className={styles.words}>
            {title !== undefined && <p className={styles.title}>{title}</p>}
            {description !== undefined && <p className={styles.description}>{description}</p>}
          </div>
        )}
      </div>
      <CardButtons buttons={card.buttons} first={first} {...pressing} />
    </article>
  );
}
