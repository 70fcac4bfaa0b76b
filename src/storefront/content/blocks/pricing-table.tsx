import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Price } from "#ui/price.tsx";
import { CardActions } from "../../product-card/fragments/card-actions.tsx";
import type { BlockType } from "./block.ts";

/** `[pricing_table]`: plans side by side. Its classes are what tracking scripts look for. Source: wire notes 14. */
export const pricingTableBlock: BlockType<"pricing_table"> = {
  Block({ values, shown: { content, number } }) {
    const { t } = useLocale();
    if (content.trim() === "") return null;
    return (
      <section
        className="fca-ept-main block block-plans"
        id={`fca-ept-table-${/^[\w-]+$/.test(values.id) ? values.id : number}`}
        aria-label={values.title || t("content.block.plans")}
      >
        {values.title && <p className="block-title">{values.title}</p>}
        <div className="block-plans-row" dangerouslySetInnerHTML={{ __html: content }} />
      </section>
    );
  },
};

/** `[plan]`: a product, or a name and a price that lead somewhere. */
export const planBlock: BlockType<"plan"> = {
  needs: (values) => (values.id === null && values.sku === "" && values.slug === "" ? {} : { products: [values] }),
  Block({ values, shown: { data, content } }) {
    const { t } = useLocale();
    const card = data.product(values);
    const name = values.name || card?.name;
    if (!name || (!card && values.link === "")) return null;
    return (
      <div className={`fca-ept-column block-plan${values.featured ? " block-plan--featured" : ""}`}>
        <p className="fca-ept-plan block-title">{name}</p>
        <div className="fca-ept-price">{card?.price ? <Price label={card.price} /> : values.price}</div>
        <div className="fca-ept-features" dangerouslySetInnerHTML={{ __html: content }} />
        {card ? (
          <CardActions card={card} />
        ) : (
          <Button
            href={values.link}
            look={values.featured ? "main" : "tint"}
            className="fca-ept-button"
            rel={values.link.startsWith("/") ? undefined : "noopener noreferrer"}
          >
            {values.button || t("content.block.choose", { plan: name })}
          </Button>
        )}
      </div>
    );
  },
};
