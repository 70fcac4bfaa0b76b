import { report } from "../../client/report.ts";

/** The list of cities comes when somebody first goes to a field for one. */
export function startCheckoutPlaces(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  for (const part of ["billing", "shipping"] as const) {
    form?.querySelector(`#${part}_city`)?.addEventListener(
      "focus",
      () => {
        import("./checkout-cities.ts").then(({ proposeCities }) => proposeCities(form, part), report);
      },
      { once: true },
    );
  }
}
