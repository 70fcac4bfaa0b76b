import { closest } from "../../client/closest.ts";

/** Sends votes for helpful reviews without leaving the page. */
export function startVotes(): void {
  window.addEventListener("submit", (event) => {
    const form = closest<HTMLFormElement>(event, ".review-vote");
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    void vote(form);
  });
}

async function vote(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button");
  const status = form.querySelector(".vote-count");
  if (!button || !status || button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  try {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { accept: "application/json" },
      body,
    });
    const { message } = (await answer.json()) as { message: string };
    status.textContent = message;
    if (answer.ok) button.ariaPressed = "true";
    else button.ariaDisabled = "false";
  } catch {
    status.textContent = form.dataset.failed ?? "";
    button.ariaDisabled = "false";
  }
}
