import { Plus } from 'lucide-react';
import { useId } from 'react';
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
} from '../components/ui/alert-dialog.tsx';
import { Badge, type BadgeTone } from '../components/ui/badge.tsx';
import { Button } from '../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../components/ui/card.tsx';
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../components/ui/command.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHead } from '../components/ui/dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../components/ui/dropdown-menu.tsx';
import { Input } from '../components/ui/input.tsx';
import { Label } from '../components/ui/label.tsx';
import { lateDialog } from '../components/ui/late-dialog.tsx';
import { LateMenu, type LateMenuProps, lateMenu } from '../components/ui/late-menu.tsx';
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from '../components/ui/popover.tsx';
import { Progress } from '../components/ui/progress.tsx';
import { RadioGroup, RadioGroupItem } from '../components/ui/radio-group.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../components/ui/select.tsx';
import { Sheet, SheetContent, SheetTitle } from '../components/ui/sheet.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { Switch } from '../components/ui/switch.tsx';
import { Table, TableCell, TableHead, TableRow } from '../components/ui/table.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../components/ui/tabs.tsx';
import { Textarea } from '../components/ui/textarea.tsx';
import { Tooltip } from '../components/ui/tooltip.tsx';
import { Sample } from './sample.tsx';
import { Toggled } from './toggled.tsx';

const variants = ['primary', 'secondary', 'ghost', 'quiet', 'danger', 'link'] as const;
const sizes = ['small', 'medium', 'large'] as const;
const tones: readonly BadgeTone[] = ['neutral', 'accent', 'success', 'warning', 'danger', 'info', 'outline'];

const late = lateMenu(async () => ({
  default: ({ button }: LateMenuProps) => (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem>Download</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  ),
}));

type ShownDialog = Readonly<{ open: boolean; onDone: () => void }>;

const LateDialog = lateDialog<ShownDialog>(async () => ({ open, onDone }) => (
  <Dialog open={open} onOpenChange={onDone}>
    <DialogContent>
      <DialogHead title="Here it is" text="Its code came when it was opened." />
    </DialogContent>
  </Dialog>
));

const Overlays = () => (
  <Sample name="dialog, alert-dialog, sheet, dropdown-menu, late-dialog, late-menu, popover, tooltip">
    <Toggled word="Dialog">
      {(open, setOpen) => (
        <Dialog open={open} onOpenChange={setOpen}>
          <DialogContent>
            <DialogHead title="Rotate the key?" text="The old one works for two more days." />
            <DialogFooter>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
            </DialogFooter>
          </DialogContent>
        </Dialog>
      )}
    </Toggled>
    <Toggled word="Dialog that loads late">
      {(open, setOpen) => <LateDialog open={open} onDone={() => setOpen(false)} />}
    </Toggled>
    <Toggled word="Alert dialog">
      {(open, setOpen) => (
        <AlertDialog open={open} onOpenChange={setOpen}>
          <AlertDialogContent>
            <AlertDialogTitle>Delete the key?</AlertDialogTitle>
            <AlertDialogDescription>This can't be undone.</AlertDialogDescription>
            <AlertDialogCancel asChild>
              <Button>Cancel</Button>
            </AlertDialogCancel>
          </AlertDialogContent>
        </AlertDialog>
      )}
    </Toggled>
    <Toggled word="Sheet">
      {(open, setOpen) => (
        <Sheet open={open} onOpenChange={setOpen}>
          <SheetContent aria-describedby={undefined}>
            <SheetTitle className="p-4">A panel</SheetTitle>
          </SheetContent>
        </Sheet>
      )}
    </Toggled>
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>Menu</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>View</DropdownMenuLabel>
        <DropdownMenuRadioGroup value="cards">
          <DropdownMenuRadioItem value="cards">Cards</DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="list">List</DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem danger>Delete</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
    <LateMenu menu={late} more={{}} button={<Button>Menu that loads late</Button>} />
    <Popover>
      <PopoverTrigger asChild>
        <Button>Popover</Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Sample">
        <PopoverClose asChild>
          <Button>Close</Button>
        </PopoverClose>
      </PopoverContent>
    </Popover>
    <Tooltip text="Says more">
      <Button>Tooltip</Button>
    </Tooltip>
  </Sample>
);

const Controls = () => {
  const id = useId();
  return (
    <Sample name="label, input, textarea, select, radio-group, switch">
      <Label htmlFor={id}>Name</Label>
      <Input id={id} defaultValue="Orders" className="w-48" />
      <Input aria-label="Wrong" aria-invalid defaultValue="Orders!" className="w-48" />
      <Textarea aria-label="Note" defaultValue="Two lines" className="w-48" />
      <Select defaultValue="dev">
        <SelectTrigger aria-label="Environment" className="w-40">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value="dev">DEV</SelectItem>
          <SelectItem value="prod">PROD</SelectItem>
        </SelectContent>
      </Select>
      <RadioGroup defaultValue="a" aria-label="Choice" className="flex">
        <RadioGroupItem value="a" aria-label="First" />
        <RadioGroupItem value="b" aria-label="Second" />
      </RadioGroup>
      <Switch aria-label="On" defaultChecked />
      <Switch aria-label="Off" />
      <Switch aria-label="Disabled" disabled />
    </Sample>
  );
};

export const UiSamples = () => (
  <>
    <Sample name="button">
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      {sizes.map((size) => (
        <Button key={size} size={size}>
          {size}
        </Button>
      ))}
      <Button size="icon" aria-label="Add">
        <Plus />
      </Button>
      <Button disabled>disabled</Button>
    </Sample>
    <Sample name="badge">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Sample>
    <Overlays />
    <Controls />
    <Sample name="card, tabs, progress, skeleton">
      <Card className="w-72">
        <CardHeader>
          <CardTitle>Orders API</CardTitle>
        </CardHeader>
        <CardContent className="grid gap-3">
          <Tabs defaultValue="keys">
            <TabsList>
              <TabsTrigger value="keys">Keys</TabsTrigger>
              <TabsTrigger value="history">History</TabsTrigger>
            </TabsList>
            <TabsContent value="keys">Three keys</TabsContent>
            <TabsContent value="history">Nothing yet</TabsContent>
          </Tabs>
          <Progress value={40} aria-label="Upload" />
          <Skeleton className="h-4" />
        </CardContent>
      </Card>
    </Sample>
    <Sample name="command">
      <Command className="w-72 rounded-card border border-border" label="Search">
        <CommandInput placeholder="Search" />
        <CommandList>
          <CommandEmpty>Nothing found</CommandEmpty>
          <CommandGroup heading="APIs">
            <CommandItem>Orders API</CommandItem>
            <CommandItem disabled>Refunds API</CommandItem>
          </CommandGroup>
        </CommandList>
      </Command>
    </Sample>
    <Sample name="table">
      <Table aria-label="Sample" className="w-72">
        <thead>
          <tr>
            <TableHead>API</TableHead>
            <TableHead className="text-end">Calls</TableHead>
          </tr>
        </thead>
        <tbody>
          <TableRow>
            <TableCell>Orders API</TableCell>
            <TableCell className="text-end">1,204</TableCell>
          </TableRow>
        </tbody>
      </Table>
    </Sample>
  </>
);
