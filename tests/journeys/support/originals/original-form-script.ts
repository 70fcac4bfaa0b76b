/**
 * Our own script, which does what the notes say of the field's form script, and runs in the page: takes over each form,
 * posts it and shows the answer in the places that it requires. Source: wire notes 2.1 to 2.4.
 */
export function originalFormScript(): void {
  interface Answer {
    status: string;
    message: string;
    invalid_fields: { field: string; message: string }[];
    posted_data_hash: string;
    captcha?: Record<string, string>;
    quiz?: Record<string, [question: string, hash: string]>;
  }
  const { wpcf7 } = window as never as { wpcf7?: { api: { root: string; namespace: string } } };
  Object.assign(window, { swv: { validators: {} } });
  const need = <Found extends Element = HTMLElement>(parent: ParentNode, selector: string): Found => {
    const found = parent.querySelector<Found>(selector);
    if (!found) throw new Error(`The page has no ${selector}`);
    return found;
  };
  const start = () => {
    const api = (window as never as { wpcf7: NonNullable<typeof wpcf7> }).wpcf7.api;
    for (const form of document.querySelectorAll<HTMLFormElement>(".wpcf7 > form")) {
      const wrapper = form.closest<HTMLElement>(".wpcf7[data-wpcf7-id]");
      if (!wrapper) throw new Error("A form has no wrapper");
      const base = `${api.root}${api.namespace}/contact-forms/${wrapper.dataset.wpcf7Id}`;
      wrapper.classList.replace("no-js", "js");
      wrapper.dataset.startedByOriginal = "yes";
      void fetch(`${base}/feedback/schema`);
      const send = async () => {
        const response = await fetch(`${base}/feedback`, { method: "POST", body: new FormData(form) });
        const answer = (await response.json()) as Answer;
        const name = { mail_sent: "sent", validation_failed: "invalid" }[answer.status] ?? answer.status;
        form.classList.replace(form.dataset.status ?? "", name);
        form.dataset.status = name;
        if (answer.posted_data_hash)
          need<HTMLInputElement>(form, "input[name=_wpcf7_posted_data_hash]").value = answer.posted_data_hash;
        const list = need(wrapper, ".screen-reader-response ul");
        for (const { field, message } of answer.invalid_fields) {
          const wrap = need(form, `.wpcf7-form-control-wrap[data-name="${field}"]`);
          need(wrap, ".wpcf7-form-control").setAttribute("aria-invalid", "true");
          list.append(Object.assign(document.createElement("li"), { textContent: message }));
        }
        need(wrapper, ".screen-reader-response [role=status]").append(answer.message);
        need(form, ".wpcf7-response-output").innerText = answer.message;
        refill(answer);
        if (answer.status === "mail_sent") form.reset();
      };
      const input = (name: string) => need<HTMLInputElement>(form, `input[name="${name}"]`);
      const refill = ({ captcha = {}, quiz = {} }: Pick<Answer, "captcha" | "quiz">) => {
        for (const [name, src] of Object.entries(captcha)) {
          input(name).value = "";
          need<HTMLImageElement>(form, `img.wpcf7-captcha-${name.replaceAll(":", "")}`).src = src;
          input(`_wpcf7_captcha_challenge_${name}`).value = /(\d+)\.(?:png|gif|jpeg)$/.exec(src)?.[1] ?? "";
        }
        for (const [name, [question, hash]] of Object.entries(quiz)) {
          input(name).value = "";
          need(input(name).closest("label") ?? form, ".wpcf7-quiz-label").textContent = question;
          input(`_wpcf7_quiz_answer_${name}`).value = hash;
        }
      };
      const fetchRefill = async () => {
        const response = await fetch(`${base}/refill`);
        refill((await response.json()) as Answer);
        form.dataset.refilled = "yes";
      };
      form.addEventListener("reset", () => void fetchRefill());
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        void send();
      });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}
