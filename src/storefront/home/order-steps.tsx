import type { HomeContent } from "./home-content.ts";

/** Renders the steps after an order along a ruler. */
export function OrderSteps({ title, steps }: HomeContent["steps"]) {
  return (
    <section className="section later">
      <div className="wrap">
        <div className="section-head">
          <h2>{title}</h2>
        </div>
        <ol className="steps" role="list">
          {steps.map((step) => (
            <li key={step.title}>
              <span className="measure" aria-hidden="true" />
              <p className="when">{step.when}</p>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
