import type { FunctionComponent } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "shop-island": DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        name: string;
        strategy: "interaction" | "idle";
        /** JSON */
        props: string;
      };
    }
  }
}

interface IslandProps<Props extends object> {
  /** What the browser loads it by. */
  name: string;
  /** idle only on personal pages: it costs React on every visit. */
  strategy: "interaction" | "idle";
  component: FunctionComponent<Props>;
  /** Everything that the component gets; it travels as JSON. */
  props: Props;
  className?: string;
}

/** A component that the browser wakes: its HTML, and beside it what it was made from. */
export function Island<Props extends object>({ component: Component, props, ...rest }: IslandProps<Props>) {
  return (
    <shop-island {...rest} props={JSON.stringify(props)}>
      <Component {...props} />
    </shop-island>
  );
}
