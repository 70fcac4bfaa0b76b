/** The menu of small screens, the search field and the store notice. All of them work without this file. */
export function startHeader(): void {
  startMobileMenu();
  startSearch();
  startStoreNotice();
  startScrollTop();
}

function startMobileMenu(): void {
  const toggle = document.querySelector<HTMLAnchorElement>(".menu-toggle");
  const menu = document.querySelector<HTMLElement>("#ast-mobile-popup, #ast-mobile-menu");
  if (!toggle || !menu) return;
  const isOpen = () => (menu instanceof HTMLDialogElement ? menu.open : menu.classList.contains("is-open"));
  const show = (opens: boolean) => {
    if (menu instanceof HTMLDialogElement) {
      if (opens) menu.showModal();
      else menu.close();
    } else menu.classList.toggle("is-open", opens);
    mark(opens);
  };
  const mark = (opens: boolean) => {
    toggle.setAttribute("aria-expanded", String(opens));
    menu.classList.toggle("active", opens);
    menu.classList.toggle("show", opens);
    document.documentElement.classList.toggle("ast-off-canvas-active", opens);
    document.body.classList.toggle("ast-popup-nav-open", opens);
  };
  toggle.addEventListener("click", (event) => {
    event.preventDefault();
    show(!isOpen());
  });
  menu.addEventListener("close", () => mark(false));
  menu.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest("#menu-toggle-close")) event.preventDefault();
    if (target.closest("#menu-toggle-close, .ast-mobile-popup-overlay, a[href*='#']") || target === menu) show(false);
  });
}

/** First click opens the field and focuses it after 200 ms, the second submits it; an empty field is never submitted. */
function startSearch(): void {
  for (const box of document.querySelectorAll<HTMLElement>(".ast-search-menu-icon")) {
    const icon = box.querySelector<HTMLAnchorElement>("a.astra-search-icon");
    const field = box.querySelector<HTMLInputElement>(".search-field");
    if (!icon || !field?.form) continue;
    const { form } = field;
    const toggle = (opens: boolean) => {
      box.classList.toggle("ast-dropdown-active", opens);
      icon.setAttribute("aria-expanded", String(opens));
    };
    icon.addEventListener("click", (event) => {
      event.preventDefault();
      const opens = !box.classList.contains("ast-dropdown-active");
      if (!opens && field.value.trim() !== "") return form.requestSubmit();
      toggle(opens);
      if (opens) setTimeout(() => field.focus(), 200);
    });
    form.addEventListener("submit", (event) => {
      if (field.value.trim() === "") event.preventDefault();
    });
    document.addEventListener("click", (event) => {
      if (!box.contains(event.target as Node)) toggle(false);
    });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      toggle(false);
      icon.focus();
    });
  }
}

function startStoreNotice(): void {
  const notice = document.querySelector<HTMLElement>(".woocommerce-store-notice");
  const dismiss = notice?.querySelector<HTMLElement>(".woocommerce-store-notice__dismiss-link");
  if (!notice || !dismiss) return;
  const hide = (event: Event) => {
    event.preventDefault();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of the field
    document.cookie = `store_notice${notice.dataset.noticeId}=hidden; path=/; SameSite=Lax`;
    notice.remove();
  };
  dismiss.addEventListener("click", hide);
  dismiss.addEventListener("keydown", (event) => {
    if (event.key === " ") hide(event);
  });
}

function startScrollTop(): void {
  const button = document.querySelector<HTMLElement>("#ast-scroll-top");
  if (!button) return;
  const update = () => button.classList.toggle("is-shown", window.scrollY > 300);
  document.addEventListener("scroll", update, { passive: true });
  update();
}
