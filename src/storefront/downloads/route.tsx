import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ReactNode } from "react";
import { savedAs } from "#http/files/content-disposition.ts";
import { type Sending, sendStoredFile } from "#http/files/send-stored-file.ts";
import type { Visit } from "#http/visit/visit.ts";
import type { MessageKey } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { withoutValues } from "#platform/loggable-error.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { isStorageKey } from "#platform/storage/storage-key.ts";
import { isWebAddress } from "#platform/web-address.ts";
import { patterns } from "#routes";
import { downloadState, type OrderedDownload } from "#shop/orders/downloads/download.ts";
import { findDownload, findGoods } from "#shop/orders/downloads/goods.ts";
import { returnBytes, type TakenDownload, takeDownload, untakeDownload } from "#shop/orders/downloads/take-download.ts";
import { answerPersonalPage, type PageServices } from "../rendering/public-page.ts";
import { downloadLinks } from "./fragments/download-links.ts";
import { NoDownloadPage, OrderDownloadsPage } from "./page.tsx";

interface DownloadServices extends PageServices {
  /** The storage of files that buyers download. */
  downloads: FileStorage;
  log: { error(facts: object, message: string): void };
}

type LinkRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/**
 * Registers the files that orders have bought, and the page with an order's files to which its mails link, so that programs that
 * follow the links of mails use up no download. Both addresses are signed and expire; what they give is checked at each request.
 */
export function downloadRoutes(app: FastifyInstance, services: DownloadServices): void {
  app.get(patterns.downloadFile, (request: LinkRequest, reply) => answerFile(services, request, reply));
  app.get(patterns.orderDownloads, async ({ visit, params, query }: LinkRequest, reply) => {
    const link = readLink(services, "order downloads", { params, query });
    if (!link) return reply.callNotFound();
    const goods = link.isExpired ? undefined : await findGoods(services.db, link.id);
    if (!goods) return refuse(services, visit, "downloads.linkExpired", "downloads.linkExpiredText");
    if (goods.downloads.length + goods.licences.length === 0)
      return refuse(services, visit, "downloads.refused", "downloads.goneText");
    const now = services.clock.now();
    const links = downloadLinks(services.signatures, goods.downloads, now);
    return answer(
      services,
      visit,
      "downloads.title",
      <OrderDownloadsPage orderId={link.id} {...{ goods, links, now }} />,
    );
  });
}

/** Returns the id in a signed address; undefined if it was not signed by the shop. */
function readLink(
  { signatures, clock }: DownloadServices,
  purpose: "download" | "order downloads",
  { params, query }: Pick<LinkRequest, "params" | "query">,
): { id: number; isExpired: boolean } | undefined {
  const [id, expires] = [Number(params.id), Number(query.expires)];
  if (!signatures.verify(String(query.signature), purpose, id, expires)) return undefined;
  return { id, isExpired: expires * 1000 <= clock.now().getTime() };
}

async function answerFile(services: DownloadServices, request: LinkRequest, reply: FastifyReply) {
  const link = readLink(services, "download", request);
  if (!link) return reply.callNotFound();
  const { visit } = request;
  if (link.isExpired) return refuse(services, visit, "downloads.linkExpired", "downloads.linkExpiredText");
  const download = await findDownload(services.db, link.id);
  if (!download) return refuse(services, visit, "downloads.refused", "downloads.goneText");
  const outcome = await send(services, request, reply, download);
  if (outcome === "sent") return reply;
  if (outcome === "missing") {
    services.log.error({ download: download.id, file: download.file }, "A bought file is missing");
    return refuse(services, visit, "downloads.refused", "downloads.goneText");
  }
  const latest = (await findDownload(services.db, link.id)) ?? download;
  const state = downloadState(latest, services.clock.now());
  return refuse(
    services,
    visit,
    "downloads.refused",
    state === "open" ? "downloads.goneText" : `downloads.state.${state}`,
  );
}

async function send(
  { db, clock, downloads, log }: DownloadServices,
  request: LinkRequest,
  reply: FastifyReply,
  download: OrderedDownload,
): Promise<"sent" | "missing" | "refused"> {
  const { id, file } = download;
  const headers = {
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  };
  let taken: TakenDownload | undefined;
  const take: Sending["admit"] = async (part) => {
    taken = await takeDownload(db, { id, ...part }, clock.now());
    return taken !== undefined;
  };
  if (request.method === "HEAD" && downloadState(download, clock.now()) === "revoked") return "refused";
  if (isWebAddress(file)) {
    // The address is what was bought: HEAD, which uses nothing up, does not tell it.
    if (request.method === "HEAD") reply.headers(headers).send();
    else if (await take({ length: 0, size: 0, isPart: false })) reply.headers(headers).redirect(file, 302);
    else return "refused";
    return "sent";
  }
  if (!isStorageKey(file)) return "missing";
  return sendStoredFile(request, reply, downloads, file, {
    headers: {
      ...headers,
      "content-disposition": savedAs(file.split("/").at(-1) ?? file),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      // Proxies that buffer would hide where a connection broke.
      "x-accel-buffering": "no",
    },
    admit: take,
    onUnsent: async (part) => {
      if (taken) await untakeDownload(db, { id, ...part }, taken);
    },
    onBreak: (unsent) => {
      returnBytes(db, id, unsent).catch((error: unknown) =>
        log.error(withoutValues(error), "The rest of a broken download could not be given back"),
      );
    },
  });
}

function refuse(services: PageServices, visit: Visit, title: MessageKey, text: MessageKey): Promise<FastifyReply> {
  visit.reply.code(410);
  return answer(services, visit, title, <NoDownloadPage title={title} text={text} />);
}

function answer(services: PageServices, visit: Visit, title: MessageKey, content: ReactNode): Promise<FastifyReply> {
  visit.reply.header("x-robots-tag", "noindex");
  return answerPersonalPage(services, visit, async ({ facts }) => ({
    title: translator(facts.settings.language)(title),
    description: "",
    canonicalPath: null,
    bodyClass: "",
    flags: { isAccountPage: true },
    content,
    tags: [],
  }));
}
