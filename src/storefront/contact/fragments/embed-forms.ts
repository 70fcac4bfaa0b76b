import type { ShopServices } from "#http/shop-services.ts";
import { routes } from "#routes";
import { captchaQuestion } from "#shop/contact/challenges/challenges.ts";
import { newChallenges } from "#shop/contact/challenges/new-challenges.ts";
import { findForm } from "#shop/contact/forms/find-form.rules.ts";
import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import { proofOfRefusal } from "#shop/spam/correction.ts";
import { type AnsweredForm, contactFormHtml, type FormCircumstances, type FormPlace } from "./contact-form.tsx";
import type { ShownChallenges } from "./control-state.ts";
import { needsFreshValues } from "./form-defaults.ts";

/** HTML whose contact forms are rendered with the page's notices, which may have the answer to one. */
export interface EmbeddedForms {
  /** Whether there are any. */
  hasForms: boolean;
  /** False if each view needs fresh values: of a quiz, of a captcha, of a relative date. */
  isCacheable: boolean;
  tags: readonly "contact-forms"[];
  render: (answered: AnsweredForm | undefined) => string;
}

export type FormServices = Pick<ShopServices, "contactForms" | "db" | "signatures" | "clock">;

/** Data of the page, shared by all forms that are embedded in it. */
export interface EmbeddingPage {
  siteUrl: string;
  formCircumstances: Omit<FormCircumstances, "challenges">;
}

/** A place of a contact form in an article or page. */
interface FormInBody {
  attributes: FormPlace["attributes"];
}

/** The contact forms of an article or page. */
export interface PreparedForms extends Omit<EmbeddedForms, "render"> {
  /** Whether there is such a form. */
  isKnown: (place: FormInBody) => boolean;
  /** Returns the HTML of a form; "" for one that the shop does not have. @param number counted from 1 on the page */
  render: (place: FormInBody, number: number, answered: AnsweredForm | undefined) => string;
}

/** Loads the contact forms that the body of an article or page names. */
export async function prepareForms(
  services: FormServices,
  places: readonly FormInBody[],
  place: { postId: number; action: string },
  page: EmbeddingPage,
): Promise<PreparedForms> {
  const all = await services.contactForms();
  const formOf = ({ attributes }: FormInBody) => findForm(all, attributes.get("id") ?? "");
  const found = new Set(places.flatMap((one) => formOf(one) ?? []));
  const challenges = new Map<OpenForm, ShownChallenges>();
  for (const form of found) challenges.set(form, await challengesOf(services, form, page.siteUrl));
  return {
    hasForms: found.size > 0,
    isCacheable: ![...found].some(needsFreshValues),
    tags: ["contact-forms"],
    isKnown: (one) => formOf(one) !== undefined,
    render(one, number, answered) {
      const form = formOf(one);
      if (!form) return "";
      const circumstances = { ...page.formCircumstances, challenges: challenges.get(form) ?? {} };
      return contactFormHtml(
        form,
        { ...place, number, attributes: one.attributes },
        { ...circumstances, ...answerOf(services, form, answered) },
      );
    },
  };
}

/** Prepares a form outside of content, as in the footer. */
export async function embedForm(
  services: Omit<FormServices, "contactForms">,
  form: OpenForm,
  page: EmbeddingPage,
): Promise<EmbeddedForms> {
  const challenges = await challengesOf(services, form, page.siteUrl);
  const place = { postId: 0, number: 1, action: "", attributes: new Map<string, string>() };
  return {
    hasForms: true,
    isCacheable: !needsFreshValues(form),
    tags: ["contact-forms"],
    render: (answered) =>
      contactFormHtml(form, place, {
        ...page.formCircumstances,
        challenges,
        ...answerOf(services, form, answered),
      }),
  };
}

function answerOf(
  { signatures, clock }: Omit<FormServices, "contactForms">,
  form: OpenForm,
  answered: AnsweredForm | undefined,
): Pick<FormCircumstances, "answered" | "refusalProof"> {
  return answered ? { answered, refusalProof: proofOfRefusal(signatures, `contact ${form.id}`, clock.now()) } : {};
}

async function challengesOf(
  services: Omit<FormServices, "contactForms">,
  form: OpenForm,
  siteUrl: string,
): Promise<ShownChallenges> {
  const now = services.clock.now();
  const challenges = await newChallenges(services, form, (id, colours) => siteUrl + routes.captcha(id, colours), now);
  const questions = Object.keys(challenges.captcha ?? {}).map((name) => {
    const { question } = captchaQuestion(services.signatures, { formId: form.id, name }, now);
    return [name, question] as const;
  });
  return { ...challenges, captchaQuestions: Object.fromEntries(questions) };
}
