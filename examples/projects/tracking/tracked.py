"""Keep the settings and the curves of four runs: in a CSV file, and in MLflow."""

# --8<-- [start:parts]
from torch.utils.data import TensorDataset

from clothes import Settings, accuracy, load, run

images, labels = load("train").tensors
training = TensorDataset(images[:1500], labels[:1500])
validation = TensorDataset(images[1500:], labels[1500:])
runs = [Settings(lr=lr) for lr in (0.0001, 0.003, 0.1, 1.0)]
print(len(training), len(validation), runs[0])
# --8<-- [end:parts]

# --8<-- [start:csv]
import csv
from dataclasses import asdict
from pathlib import Path


def last_row(settings: Settings) -> dict[str, float]:
    curve: list[dict[str, float]] = []
    run(settings, training, validation, report=lambda _, row: curve.append(row))
    return curve[-1]


table = Path("runs.csv")
for settings in runs:
    row = asdict(settings) | last_row(settings)
    with table.open("a+", newline="", encoding="utf-8") as file:
        file.seek(0)
        header = next(csv.reader(file), None)
        writer = csv.DictWriter(file, header or list(row))
        if header is None:
            writer.writeheader()
        writer.writerow(row)
# --8<-- [end:csv]

# --8<-- [start:sorted]
with table.open(newline="", encoding="utf-8") as file:
    rows = sorted(csv.DictReader(file), key=lambda row: -float(row["accuracy"]))
for row in rows:
    print(f"lr {row['lr']:6}  accuracy {float(row['accuracy']):.1f}")
# --8<-- [end:sorted]

# --8<-- [start:mlflow]
import logging
import os

import torch

os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
os.environ["MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR"] = "false"
import mlflow

logging.getLogger("mlflow").setLevel(logging.WARNING)
mlflow.set_tracking_uri("sqlite:///mlflow.db")
mlflow.set_experiment("clothes")
for settings in runs:
    with mlflow.start_run(run_name=f"lr {settings.lr}"):
        mlflow.log_params(asdict(settings))
        model = run(
            settings,
            training,
            validation,
            report=lambda epoch, row: mlflow.log_metrics(row, step=epoch),
        )
        torch.save(model.state_dict(), "model.pt")
        mlflow.log_artifact("model.pt")
# --8<-- [end:mlflow]

# --8<-- [start:read]
client = mlflow.MlflowClient()
experiment = client.get_experiment_by_name("clothes")
assert experiment is not None
found = client.search_runs(
    [experiment.experiment_id],
    filter_string="params.width = '64'",
    order_by=["metrics.accuracy DESC"],
)
for each, row in zip(found, rows):
    difference = each.data.metrics["accuracy"] - float(row["accuracy"])
    print(f"{each.info.run_name:9}  difference from the CSV file {difference}")
# --8<-- [end:read]

# --8<-- [start:artifact]
best = found[0]
file = mlflow.artifacts.download_artifacts(
    run_id=best.info.run_id, artifact_path="model.pt"
)
settings = Settings(lr=float(best.data.params["lr"]))
model = run(settings, training, validation, epochs=0)
before = accuracy(model, validation)
model.load_state_dict(torch.load(file, weights_only=True))
after = accuracy(model, validation)
print(f"{before:.1f} before, {after:.1f} with the weights of the run")
# --8<-- [end:artifact]

# --8<-- [start:figure-curves]
import matplotlib.pyplot as plt

figure, axes = plt.subplots(1, 2, figsize=(5.8, 2.6), layout="constrained")
for place, each in enumerate(found):
    for axis, name in zip(axes, ("loss", "accuracy")):
        history = client.get_metric_history(each.info.run_id, name)
        steps, values = [m.step for m in history], [m.value for m in history]
        axis.plot(steps, values, color=f"C{place}", label=each.info.run_name)
        axis.set(title=name, xlabel="epoch", xticks=steps)
figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=4)
figure.savefig("curves.svg")
# --8<-- [end:figure-curves]
