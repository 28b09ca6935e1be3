/** Does what a line of the palette says. */
import type { Tier } from '@undertow/contracts';
import { layoutOfTemplate, TIER_RULES } from '@undertow/contracts';
import { useLocation } from 'wouter';
import { usePreferences } from '#api/account/preferences.ts';
import {
  useActiveInstrumentId,
  useAddInstrument,
  useInstruments,
  useSwapInstrument,
} from '#api/market/instruments.ts';
import { useTheme } from '#lib/browser/theme.tsx';
import { openSurface } from '#lib/state/surface.ts';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { openPane, shownWorkspace } from '#workspace/frame/shown-workspace.ts';
import { useLayoutList } from '#workspace/layouts/use-layout-list.ts';
import { paneLayout } from '#workspace/tree/pane-layout.ts';
import type { PaletteAct } from './palette-act.ts';

const onError = (error: Error): void => toastError(error);

type Pane = Extract<PaletteAct, { readonly kind: 'pane' }>;
type Event = Extract<PaletteAct, { readonly kind: 'event' }>;

/** In the layout on screen, beside the focused pane where that is requested; without one in a new layout. */
function useOpenPane(tier: Tier): (act: Pane, isBeside: boolean) => void {
  const list = useLayoutList();
  const symbols = useInstruments().data ?? [];
  return ({ pane, instrumentId }, isBeside) => {
    const shown = shownWorkspace.get();
    if (shown !== null) {
      const { workspace } = shown;
      const place = isBeside ? { besideId: workspace.focusedId } : undefined;
      openPane(workspace, pane, { instrumentId, ...(place === undefined ? {} : { place }) });
      return;
    }
    const { panesPerLayout } = TIER_RULES[tier].workspace;
    if (panesPerLayout === 0) openSurface.set('plans');
    else {
      const symbol = symbols.find(({ id }) => id === instrumentId)?.symbol ?? 'New';
      list.create(paneLayout(pane, instrumentId, symbol, panesPerLayout));
    }
  };
}

export function useRunAct(tier: Tier): (act: PaletteAct, isBeside: boolean) => void {
  const [path, navigate] = useLocation();
  const { value, save } = usePreferences();
  const theme = useTheme();
  const add = useAddInstrument();
  const swap = useSwapInstrument();
  const list = useLayoutList();
  const activeId = useActiveInstrumentId();
  const showPane = useOpenPane(tier);
  const show = (instrumentId: number): void => {
    const shown = shownWorkspace.get();
    if (shown !== null) shown.workspace.change(shown.workspace.focusedId, { instrumentId });
    else {
      save({ lastInstrumentId: instrumentId });
      if (path !== '/') navigate('/');
    }
  };
  const openEvent = ({ eventId, instrumentId }: Event): void => {
    const shown = shownWorkspace.get();
    if (shown !== null) shown.chooseEvent(eventId);
    else navigate(`/?${new URLSearchParams({ event: eventId, instrumentId: String(instrumentId) })}`);
  };
  return (act, isBeside) => {
    switch (act.kind) {
      case 'pane':
        return showPane(act, isBeside);
      case 'instrument':
        return show(act.instrumentId);
      case 'add-instrument':
        // The palette is gone by then, and a callback of the change with it
        return void add.mutateAsync(act.instrumentId).then(() => {
          toast({ title: 'Success', text: 'Instrument added successfully' });
          show(act.instrumentId);
        }, onError);
      case 'swap-instrument':
        return void swap.mutateAsync(act).then(() => show(act.activate), onError);
      case 'event':
        return openEvent(act);
      case 'page':
        return navigate(act.path);
      case 'layer':
        return save({ layers: { ...value.layers, [act.layer]: !value.layers[act.layer] } });
      case 'template':
        return list.create(layoutOfTemplate(act.template, activeId ?? 1));
      case 'window':
        if (act.surface !== 'replay' || path === '/') return openSurface.set(act.surface);
        navigate('/');
        // Another page closes what is open
        return void setTimeout(() => openSurface.set(act.surface));
      case 'theme':
        return theme.setTheme(theme.theme === 'dark' ? 'light' : 'dark');
    }
  };
}
