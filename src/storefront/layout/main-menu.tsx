import type { MenuItem } from "#shop/content/article.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

interface MainMenuProps {
  items: readonly MenuItem[];
  currentPath: string;
  /** Name shared by the submenus of one menu, so that opening one closes the others. */
  group: string;
  className: string;
}

function MenuLink({ label, path, currentPath }: { label: string; path: string; currentPath: string }) {
  return (
    <a className="menu-link" href={path} aria-current={path === currentPath ? "page" : undefined}>
      {label}
    </a>
  );
}

function Submenu({ item, currentPath, group }: { item: MenuItem; currentPath: string; group: string }) {
  const { t } = useLocale();
  const hasOwn = item.children.some((child) => child.path === item.path);
  const isCurrent = [item, ...item.children].some(({ path }) => path === currentPath);
  return (
    <li className="menu-item menu-item-has-children">
      <details name={group}>
        {/* Without the protocol's class ast-menu-toggle: the theme's script prevents the default of clicks on that. */}
        <summary className={isCurrent ? "is-current" : undefined}>
          {item.label}
          <Icon name="down" isSmall />
        </summary>
        <ul className="sub-menu">
          {!hasOwn && (
            <li className="menu-item">
              <MenuLink label={t("shell.all", { section: item.label })} path={item.path} currentPath={currentPath} />
            </li>
          )}
          {item.children.map(({ label, path }) => (
            <li className="menu-item" key={`${path} ${label}`}>
              <MenuLink label={label} path={path} currentPath={currentPath} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/** Renders the primary menu; submenus open one at a time, with or without scripts. */
export function MainMenu({ items, currentPath, group, className }: MainMenuProps) {
  return (
    <shop-menu>
      <ul className={className}>
        {items.map((item) =>
          item.children.length > 0 ? (
            <Submenu key={item.label} item={item} currentPath={currentPath} group={group} />
          ) : (
            <li className="menu-item" key={item.label}>
              <MenuLink label={item.label} path={item.path} currentPath={currentPath} />
            </li>
          ),
        )}
      </ul>
    </shop-menu>
  );
}
