import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

interface SlideStepsProps {
  /** Id of the strip that they scroll. */
  strip: string;
}

function StepButton({ direction, label, strip }: SlideStepsProps & { direction: "back" | "on"; label: string }) {
  return (
    <button type="button" className={`slides-step slides-step--${direction}`} aria-label={label} aria-controls={strip}>
      <Icon name="arrow" isMirrored />
    </button>
  );
}

/** Renders the buttons that scroll slides, hidden until a script shows them. */
export function SlideSteps({ strip }: SlideStepsProps) {
  const { t } = useLocale();
  return (
    <div className="slides-steps" hidden>
      <StepButton direction="back" label={t("home.slides.back")} strip={strip} />
      <StepButton direction="on" label={t("home.slides.on")} strip={strip} />
    </div>
  );
}
