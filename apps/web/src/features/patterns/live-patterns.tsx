/** Live analysis: an instrument of the user's, and its active and past patterns. */
import type { UserInstrument } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { useAddInstrument, useInstrument } from '#api/market/instruments.ts';
import { instrumentOffer, SUBSCRIBE_TEXT, UPGRADE_TEXT } from '#lib/words/instrument-limits.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { EmptyBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import type { Analysed } from './analysed-instrument.ts';
import { PatternList } from './pattern-list.tsx';

export interface LivePatternsProps {
  /** Undefined while they are being fetched. */
  readonly rows: readonly UserInstrument[] | undefined;
  readonly shown: Analysed;
  readonly onChoose: (instrumentId: number) => void;
}

/** Offers the instrument where the plan allows one more, else the plans. */
function Offer({
  instrumentId,
  count,
}: {
  readonly instrumentId: number;
  readonly count: number;
}): ReactNode {
  const instrument = useInstrument(instrumentId);
  const add = useAddInstrument();
  const offer = instrumentOffer(useSignIn().user?.instrumentsLimit, count);
  const symbol = instrument?.symbol ?? 'an instrument';
  const submit = async (): Promise<void> => {
    try {
      await add.mutateAsync(instrumentId);
      toast({ title: 'Success', text: 'Instrument added successfully' });
    } catch (error) {
      toastError(error);
    }
  };
  if (offer !== 'add') {
    return (
      <EmptyBlock
        title="No patterns detected at the moment"
        text={offer === 'subscribe' ? SUBSCRIBE_TEXT : UPGRADE_TEXT}
      >
        <ServerLink href="/subscribe?plan=pro" kind="primary" size="small">
          Choose Your Plan
        </ServerLink>
      </EmptyBlock>
    );
  }
  return (
    <EmptyBlock
      title="No patterns detected at the moment"
      text={`You are not analysing any instrument yet. Add ${symbol} to see its patterns.`}
    >
      <Button kind="primary" size="small" busy={add.isPending} onClick={() => void submit()}>
        Add {symbol}
      </Button>
    </EmptyBlock>
  );
}

export function LivePatterns({ rows, shown, onChoose }: LivePatternsProps): ReactNode {
  if (rows === undefined) return <SkeletonRows rows={6} height={26} />;
  if (!shown.isMine) return <Offer instrumentId={shown.instrumentId} count={rows.length} />;
  return (
    <>
      <div className="pattern-picker">
        <Segmented
          label="Instrument"
          value={String(shown.instrumentId)}
          options={rows
            .filter((row) => row.active)
            .map((row) => ({ value: String(row.instrumentId), label: row.instrument.symbol }))}
          onChange={(value) => onChoose(Number(value))}
        />
      </div>
      <PatternList instrumentId={shown.instrumentId} />
    </>
  );
}
