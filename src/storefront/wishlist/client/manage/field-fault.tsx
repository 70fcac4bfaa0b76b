import { Icon } from "#ui/icon.tsx";

/** Renders and announces why a change was not saved; nothing without a text. */
export function FieldFault({ id, text }: { id?: string; text: string }) {
  if (text === "") return null;
  return (
    <p className="err" id={id} role="alert">
      <Icon name="alert" isSmall />
      {text}
    </p>
  );
}
