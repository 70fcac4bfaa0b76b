import type { ReactNode } from "react";
import type { ProductDetail, Variation } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";
import { Reviews, type ReviewsProps } from "../reviews/fragments/reviews.tsx";
import { AdditionalInformation, hasAdditionalInformation } from "./additional-information.tsx";

interface ProductTabsProps {
  product: ProductDetail;
  /** The chosen variation. */
  variation: Variation | null;
  reviews: ReviewsProps;
}

interface Tab {
  key: "description" | "additional_information" | "reviews";
  label: string;
  content: ReactNode;
}

function useTabs({ product, variation, reviews }: ProductTabsProps): Tab[] {
  const { t } = useLocale();
  const tabs: Tab[] = [];
  if (product.description) {
    const content = <div className="product-text prose" dangerouslySetInnerHTML={{ __html: product.description }} />;
    tabs.push({ key: "description", label: t("product.description"), content });
  }
  if (hasAdditionalInformation(product)) {
    const content = <AdditionalInformation product={product} variation={variation} />;
    tabs.push({ key: "additional_information", label: t("product.additional"), content });
  }
  if (product.reviewsAllowed) {
    const label = t("product.reviews", { count: reviews.summary.count });
    tabs.push({ key: "reviews", label, content: <Reviews {...reviews} /> });
  }
  return tabs;
}

/** Renders links to the sections instead of tabs, which would do nothing without scripts. */
function SectionLinks({ tabs }: { tabs: readonly Tab[] }) {
  const { t } = useLocale();
  return (
    <noscript>
      <nav aria-label={t("product.about")}>
        <ul className="tab-list" role="list">
          {tabs.map(({ key, label }) => (
            <li key={key}>
              <a href={`#tab-${key}`}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </noscript>
  );
}

/**
 * Renders description, additional information and reviews as tabs. Styles show one panel until `<shop-tabs>` marks the wrapper
 * with is-tabbed and takes over. Third-party scripts only switch tabs that have their roles. Without scripts all panels are
 * visible, and links to them replace the tabs.
 */
export function ProductTabs(props: ProductTabsProps) {
  const { t } = useLocale();
  const tabs = useTabs(props);
  if (tabs.length === 0) return null;
  return (
    <shop-tabs>
      <div className="woocommerce-tabs wc-tabs-wrapper product-tabs later">
        <SectionLinks tabs={tabs} />
        <ul className="tabs wc-tabs tab-list" role="tablist" aria-label={t("product.about")}>
          {tabs.map(({ key, label }, index) => (
            <li
              key={key}
              className={`${key}_tab${index === 0 ? " active" : ""}`}
              id={`tab-title-${key}`}
              role="presentation"
            >
              <a href={`#tab-${key}`} id={`tab-link-${key}`} role="tab" aria-controls={`tab-${key}`}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        {tabs.map(({ key, label, content }) => (
          <div
            key={key}
            className={`woocommerce-Tabs-panel woocommerce-Tabs-panel--${key} panel entry-content wc-tab tab-panel`}
            id={`tab-${key}`}
            role="tabpanel"
            aria-labelledby={`tab-link-${key}`}
          >
            <h2 className="tab-heading">{label}</h2>
            {content}
          </div>
        ))}
      </div>
    </shop-tabs>
  );
}
